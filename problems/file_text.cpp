// Text files, memory-mapped or decompressed by zlib.
#include "problems/file_text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "problems/require.hpp"

namespace minikrylov {
namespace {

struct CloseGzip {
  void operator()(gzFile file) const { gzclose(file); }
};

struct Unpacked {
  std::unique_ptr<char[]> characters;
  std::size_t size = 0;
};

/// The most characters that a compressed file may expand to: lists of entries compress to about a tenth, very regular
/// ones to a fiftieth.
std::size_t most_characters(const std::string& path) {
  constexpr std::size_t small_file = std::size_t{1} << 20U;
  std::error_code unknown;
  const auto packed = std::filesystem::file_size(path, unknown);
  return unknown ? small_file : std::max(small_file, most_characters_per_packed_byte * packed);
}

/// Up to `limit` characters of a file, compressed or not.
Unpacked unpack(const std::string& path, std::size_t limit) {
  constexpr unsigned buffer = 1U << 20U, step = 1U << 24U;
  const std::unique_ptr<gzFile_s, CloseGzip> file(gzopen(path.c_str(), "rb"));
  require(file != nullptr, "{} cannot be opened (no permission, or out of memory) give another file", path);
  gzbuffer(file.get(), buffer);
  Unpacked all;
  std::size_t room = 0;
  for (;;) {
    if (all.size == room) {
      room = std::max<std::size_t>(2 * room, std::size_t{4} << 20U);
      std::unique_ptr<char[]> larger(new char[room]);
      if (all.size > 0) std::memcpy(larger.get(), all.characters.get(), all.size);
      all.characters = std::move(larger);
    }
    const std::size_t wanted = std::min({room - all.size, limit - all.size, std::size_t{step}});
    const int got = gzread(file.get(), all.characters.get() + all.size, static_cast<unsigned>(wanted));
    int error = Z_OK;
    if (got < static_cast<int>(wanted)) gzerror(file.get(), &error);
    require(got >= 0 && error == Z_OK, "{} ends too early or is damaged (gzip cannot unpack all of it) fetch it again",
            path);
    all.size += static_cast<std::size_t>(got);
    if (got == 0 || all.size == limit) return all;
  }
}

}  // namespace

void require_readable(const std::string& path) {
  struct stat metadata {};
  require(access(path.c_str(), R_OK) == 0 && stat(path.c_str(), &metadata) == 0,
          "{} cannot be read (no such file, or no permission) give another file", path);
  require(S_ISREG(metadata.st_mode), "{} cannot be read (it is a directory, a pipe or a device) give a regular file",
          path);
}

FileText::FileText(const std::string& path) {
  require_readable(path);
  if (path.ends_with(".gz")) {
    const std::size_t most = most_characters(path);
    Unpacked all = unpack(path, most + 1);
    require(
        all.size <= most,
        "{} expands to more than {} characters per byte (no list of entries does; it would exhaust the memory) give "
        "another file, or decompress it first",
        path, most_characters_per_packed_byte);
    unpacked_ = std::move(all.characters);
    text_ = {unpacked_.get(), all.size};
    return;
  }
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat metadata {};
  const bool known = file >= 0 && fstat(file, &metadata) == 0;
  const auto size = known ? static_cast<std::size_t>(metadata.st_size) : 0;
  void* mapped = size > 0 ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : nullptr;
  if (file >= 0) close(file);
  require(known && mapped != MAP_FAILED, "{} cannot be read (mapping it into memory failed) give another file", path);
  mapped_ = mapped;
  if (size > 0) text_ = {static_cast<const char*>(mapped), size};
}

FileText::~FileText() {
  if (mapped_ != nullptr) munmap(mapped_, text_.size());
}

std::string first_characters(const std::string& path, std::size_t count) {
  require_readable(path);
  const Unpacked some = unpack(path, count);
  return {some.characters.get(), some.size};
}

}  // namespace minikrylov
