#include "server/rpc/memory/arena_parse.h"

#include <google/protobuf/io/zero_copy_stream.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <cstdint>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/status.h"
#include "server/rpc/memory/unknown_fields.h"

namespace cpsizer::server {
namespace {

// Enough for most parts of a batch.
constexpr size_t kPartBlockBytes = size_t{256} << 10;
constexpr int kPieceBytes = 4 << 10;
constexpr size_t kMaxArenaBlockBytes = size_t{1} << 20;

google::protobuf::ArenaOptions CallArenaOptions(char* first_block, size_t size) {
  google::protobuf::ArenaOptions options;
  options.initial_block = first_block;
  options.initial_block_size = size;
  options.max_block_size = kMaxArenaBlockBytes;
  return options;
}

// Passes the received slices to the parser in small pieces. Ends the stream when the message exceeds its budget, so
// that the parser exceeds the budget by at most one piece.
class BudgetedInputStream : public google::protobuf::io::ZeroCopyInputStream {
 public:
  // `besides` is the memory of the message outside of the arena.
  BudgetedInputStream(grpc::ByteBuffer* bytes, const google::protobuf::Arena& arena, size_t besides, size_t budget,
                      WorkMemory::Share* share)
      : reader_(bytes),
        arena_(arena),
        wire_bytes_(bytes->Length()),
        besides_(besides),
        budget_(budget),
        share_(share) {}

  bool over_budget() const { return over_budget_; }
  bool crowded_out() const { return crowded_out_; }

  bool Next(const void** data, int* size) override {
    const size_t taken = arena_.SpaceAllocated() + besides_;
    over_budget_ = taken > budget_;
    // wire_bytes_ is added for long strings: their text is not on the arena and is not longer than the request. After
    // Take() has returned false, it must not be called again. It could return true when other calls have ended, but the
    // parser has already reached the end of the stream.
    crowded_out_ = crowded_out_ || (share_ != nullptr && !share_->Take(taken + wire_bytes_));
    if (over_budget_ || crowded_out_) return false;
    if (!reader_.Next(data, size)) return false;
    if (*size > kPieceBytes) {
      reader_.BackUp(*size - kPieceBytes);
      *size = kPieceBytes;
    }
    last_piece_ = *size;
    return true;
  }

  // Gives the last `count` bytes of the last piece back to `reader_`, and all bytes of the slice after that piece. If
  // an end tag ends the message early near the border of two pieces, protobuf calls this function for more bytes than
  // the last piece has. The reader of gRPC would then abort the process, so `count` is limited. The limit loses bytes,
  // but no bytes are read after the end of the message.
  void BackUp(int count) override {
    reader_.BackUp(static_cast<int>(reader_.held_back()) + std::min(count, last_piece_));
    last_piece_ -= std::min(count, last_piece_);
  }

  bool Skip(int count) override { return reader_.Skip(count); }

  int64_t ByteCount() const override { return reader_.ByteCount(); }

 private:
  class Reader : public grpc::ProtoBufferReader {
   public:
    using grpc::ProtoBufferReader::ProtoBufferReader;
    int64_t held_back() { return backup_count(); }
  };

  Reader reader_;
  const google::protobuf::Arena& arena_;
  const size_t wire_bytes_;
  const size_t besides_;
  const size_t budget_;
  WorkMemory::Share* const share_;
  int last_piece_ = 0;  // number of bytes that BackUp() may still return
  bool over_budget_ = false;
  bool crowded_out_ = false;
};

// Estimates the memory of a request. The estimate takes a fifth of the time of parsing, so requests of up to 128 KiB
// are not read. For those, uses the memory that they need if all bytes are unknown fields of two bytes; unless this is
// less than WorkMemory::kCountedBytes, it is counted as unknown fields. Even then, half of the budget is left.
MessageMemory MemoryOf(grpc::ByteBuffer* bytes, const google::protobuf::Descriptor& type, size_t most) {
  const size_t bound = bytes->Length() / 2 * kUnknownFieldBytes;
  if (bound < WorkMemory::kCountedBytes) return {};
  if (bound <= kUsualBudget.base / 2) return {bound, 0};
  grpc::ProtoBufferReader reader(bytes);
  return EstimateMemory(type, reader, most);
}

// Returns whether the bytes begin like the output of an algorithm that gRPC 1.51 does not know. gRPC refuses gzip and
// deflate itself, but treats an unknown value of `grpc-encoding` like `identity`.
bool IsCompressed(absl::string_view begin) {
  constexpr absl::string_view kBeginnings[] = {
      {"\x1f\x8b", 2},             // gzip, without grpc-encoding
      {"\x28\xb5\x2f\xfd", 4},     // zstd
      {"\xff\x06\0\0sNaPpY", 10},  // snappy
      {"\x04\x22\x4d\x18", 4},     // lz4
  };
  return absl::c_any_of(kBeginnings, [&](absl::string_view beginning) { return absl::StartsWith(begin, beginning); });
}

// Returns the first bytes; empty if there are none.
absl::string_view BeginOf(grpc::ProtoBufferReader& reader) {
  const void* data = nullptr;
  int size = 0;
  if (!reader.Next(&data, &size)) return "";
  return {static_cast<const char*>(data), static_cast<size_t>(size)};
}

absl::Status TooExpensive(size_t most, size_t wire_bytes) {
  return CallErrorStatus(
      CallError::kRequestTooExpensive,
      absl::StrCat("parsing the request takes more than ", most, " bytes of memory, too much for its ", wire_bytes,
                   " bytes on the wire; send fewer empty entries and unknown fields, or split the request"));
}

}  // namespace

CallArena::CallArena() : arena_(CallArenaOptions(first_block_, sizeof first_block_)) {}

PartArena::PartArena()
    : first_block_(new char[kPartBlockBytes]), arena_(CallArenaOptions(first_block_.get(), kPartBlockBytes)) {}

absl::Status MalformedRequest(absl::string_view begin, size_t wire_bytes, absl::string_view type_name) {
  if (IsCompressed(begin)) {
    return CallErrorStatus(CallError::kRequestCompressed,
                           "the request is compressed; send it with the encoding identity");
  }
  return CallErrorStatus(CallError::kMalformedRequest,
                         absl::StrCat("the ", wire_bytes, " bytes received are not a valid ", type_name,
                                      ": malformed protobuf, or text that is not UTF-8"));
}

absl::Status ParseOnArena(const grpc::ByteBuffer& bytes, const ArenaBudget& budget, google::protobuf::Arena& arena,
                          google::protobuf::Message& message, WorkMemory::Share* share) {
  const size_t wire_bytes = bytes.Length();
  const size_t most = budget.For(wire_bytes);
  // The readers require a non-const pointer, but they do not change the buffer.
  auto* const readable = const_cast<grpc::ByteBuffer*>(&bytes);
  const MessageMemory memory = MemoryOf(readable, *message.GetDescriptor(), most);
  if (memory.total() > most) return TooExpensive(most, wire_bytes);
  BudgetedInputStream stream(readable, arena, memory.unknown_fields, most, share);
  const bool parsed = message.ParseFromBoundedZeroCopyStream(&stream, static_cast<int>(wire_bytes));
  // Checks the budget before `parsed`, because a stream that ends early between two fields may parse as a whole
  // message.
  if (stream.over_budget()) return TooExpensive(most, wire_bytes);
  if (stream.crowded_out()) return TooMuchWork();
  if (parsed) return absl::OkStatus();
  grpc::ProtoBufferReader reader(readable);
  return MalformedRequest(BeginOf(reader), wire_bytes, message.GetTypeName());
}

}  // namespace cpsizer::server
