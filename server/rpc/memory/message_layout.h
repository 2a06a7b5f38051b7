#ifndef CPSIZER_SERVER_RPC_MEMORY_MESSAGE_LAYOUT_H_
#define CPSIZER_SERVER_RPC_MEMORY_MESSAGE_LAYOUT_H_

#include <google/protobuf/descriptor.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cpsizer::server {

// The wire format and the memory of a message type. Descriptors have the same facts, but they need a lock, a lookup in
// a hash table and reflection for each field. A batch of 1,000 items has tens of thousands of fields.
struct MessageLayout {
  struct Field {
    bool known = false;
    bool packable = false;
    uint8_t wire_type = 0;
    const MessageLayout* message = nullptr;  // null if the field is not a message
  };

  size_t bytes = 0;           // the size of an empty message
  std::vector<Field> fields;  // by field number

  // Returns the field of `tag`, or null if the type has no such field with this wire type.
  const Field* Find(uint32_t tag) const;

  // Returns the layout of the generated type `type`. Thread-safe. The result is never deleted.
  static const MessageLayout& Of(const google::protobuf::Descriptor& type);
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_MEMORY_MESSAGE_LAYOUT_H_
