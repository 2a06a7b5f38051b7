#include "server/rpc/memory/unknown_fields.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstdint>

#include "server/rpc/memory/message_layout.h"

namespace cpsizer::server {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

// The maximum nesting of messages in the parser of protobuf.
constexpr int kMaxNestedMessages = 100;

class MemoryEstimator {
 public:
  MemoryEstimator(CodedInputStream& input, size_t most) : input_(input), most_(most) {}

  const MessageMemory& memory() const { return memory_; }

  // Returns false if reading must end, because the bytes are malformed or the total exceeds the limit.
  bool ReadMessage(const MessageLayout& type, int nested) {
    if (nested > kMaxNestedMessages) return false;
    while (const uint32_t tag = input_.ReadTag()) {
      const MessageLayout::Field* const field = type.Find(tag);
      if (field == nullptr) {
        if (!ReadUnknown(tag, nested)) return false;
      } else if (field->message != nullptr) {
        if (!ReadNested(*field->message, nested)) return false;
      } else if (!WireFormatLite::SkipField(&input_, tag)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool ReadNested(const MessageLayout& type, int nested) {
    uint32_t size = 0;
    if (!input_.ReadVarint32(&size)) return false;
    memory_.messages += type.bytes;
    if (memory_.total() > most_) return false;
    const CodedInputStream::Limit outer = input_.PushLimit(static_cast<int>(size));
    if (!ReadMessage(type, nested + 1) || input_.BytesUntilLimit() != 0) return false;
    input_.PopLimit(outer);
    return true;
  }

  // Reads an unknown field. If the field is a group, also reads its fields, because protobuf stores each of them.
  bool ReadUnknown(uint32_t tag, int nested) {
    memory_.unknown_fields += kUnknownFieldBytes;
    if (memory_.total() > most_ || nested > kMaxNestedMessages) return false;
    if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_START_GROUP) {
      return WireFormatLite::SkipField(&input_, tag);
    }
    while (const uint32_t inner = input_.ReadTag()) {
      if (WireFormatLite::GetTagWireType(inner) == WireFormatLite::WIRETYPE_END_GROUP) return true;
      if (!ReadUnknown(inner, nested + 1)) return false;
    }
    return false;
  }

  CodedInputStream& input_;
  const size_t most_;
  MessageMemory memory_;
};

}  // namespace

MessageMemory EstimateMemory(const google::protobuf::Descriptor& type, google::protobuf::io::ZeroCopyInputStream& bytes,
                             size_t most) {
  CodedInputStream input(&bytes);
  MemoryEstimator estimator(input, most);
  estimator.ReadMessage(MessageLayout::Of(type), 0);
  return estimator.memory();
}

}  // namespace cpsizer::server
