#include "server/rpc/memory/message_layout.h"

#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/message.h>
#include <google/protobuf/wire_format.h>
#include <google/protobuf/wire_format_lite.h>

#include "absl/base/thread_annotations.h"
#include "absl/container/node_hash_map.h"
#include "absl/synchronization/mutex.h"

namespace cpsizer::server {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::MessageFactory;
using google::protobuf::internal::WireFormat;
using google::protobuf::internal::WireFormatLite;

// The memory of an entry of a map with short texts. Messages of map entries cannot report it, because they are not
// stored: an entry is a node of a hash table.
constexpr size_t kMapEntryBytes = 80;

// The layouts of all types that requests have used. A layout is complete before another thread can find it.
class Layouts {
 public:
  const MessageLayout& Of(const Descriptor& type) {
    {
      absl::ReaderMutexLock lock(&mutex_);
      if (const auto found = layouts_.find(&type); found != layouts_.end()) return found->second;
    }
    absl::MutexLock lock(&mutex_);
    return Make(type);
  }

 private:
  // Types may contain themselves, so a layout is in the map before its fields are made.
  const MessageLayout& Make(const Descriptor& type) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    const auto [entry, added] = layouts_.try_emplace(&type);
    MessageLayout& layout = entry->second;
    if (!added) return layout;
    layout.bytes = type.options().map_entry()
                       ? kMapEntryBytes
                       : MessageFactory::generated_factory()->GetPrototype(&type)->SpaceUsedLong();
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      const auto number = static_cast<size_t>(field.number());
      if (layout.fields.size() <= number) layout.fields.resize(number + 1);
      layout.fields[number] = {true, field.is_packable(),
                               static_cast<uint8_t>(WireFormat::WireTypeForFieldType(field.type())),
                               field.message_type() == nullptr ? nullptr : &Make(*field.message_type())};
    }
    return layout;
  }

  absl::Mutex mutex_;
  absl::node_hash_map<const Descriptor*, MessageLayout> layouts_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

const MessageLayout::Field* MessageLayout::Find(uint32_t tag) const {
  const auto number = static_cast<size_t>(WireFormatLite::GetTagFieldNumber(tag));
  if (number >= fields.size() || !fields[number].known) return nullptr;
  const Field& field = fields[number];
  const WireFormatLite::WireType type = WireFormatLite::GetTagWireType(tag);
  const bool matches = type == field.wire_type || (field.packable && type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
  return matches ? &field : nullptr;
}

const MessageLayout& MessageLayout::Of(const Descriptor& type) {
  static Layouts* const layouts = new Layouts;
  return layouts->Of(type);
}

}  // namespace cpsizer::server
