// Implements arc4random() of glibc 2.36 for programs that also run with glibc 2.34. std::random_device in the archive
// of libstdc++ calls arc4random().
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t number = 0;
  // getrandom() returns either all of these few bytes or an error.
  if (getrandom(&number, sizeof number, 0) != sizeof number) abort();
  return number;
}
