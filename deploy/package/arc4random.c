// arc4random() of glibc 2.36 for programs that also run with glibc 2.34: the archive of libstdc++ calls it in
// std::random_device.
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void) {
  uint32_t number = 0;
  // So few bytes come at once or not at all.
  if (getrandom(&number, sizeof number, 0) != sizeof number) abort();
  return number;
}
