#ifndef CPSIZER_SERVER_ENGINE_SIZE_SIZE_ORDER_H_
#define CPSIZER_SERVER_ENGINE_SIZE_SIZE_ORDER_H_

#include "cpsizer/size_ladder.h"
#include "server/engine/size/size_fields.h"

namespace cpsizer {

// Calls `visit(size, most)` for each size that has more memory, but less CPU, than an earlier size. `most` is the
// earlier size with the most CPU. Sizes whose unit is probably wrong are not compared. Sizes with equal memory are
// already ordered by CPU. Does nothing if a memory capacity is unknown.
template <typename Visit>
void ForEachOutOfOrder(const SizeLadder& ladder, const Visit& visit) {
  if (!ladder.Complete(Resource::kMemory)) return;
  const Size* most = nullptr;
  for (const Size& size : ladder.sizes()) {
    if (!size.resources.cpu.known() || HasSuspectUnit(size)) continue;
    if (most == nullptr || size.resources.cpu.capacity >= most->resources.cpu.capacity) {
      most = &size;
    } else {
      visit(size, *most);
    }
  }
}

// Returns whether a size has more memory, but less CPU, than an earlier size.
inline bool IsOutOfOrder(const SizeLadder& ladder) {
  bool found = false;
  ForEachOutOfOrder(ladder, [&found](const Size&, const Size&) { found = true; });
  return found;
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_SIZE_ORDER_H_
