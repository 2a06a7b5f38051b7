# Toolchain file: builds programs for arm64 on another machine, with the headers and libraries of the packages that
# deploy/image/sysroot.sh unpacks. Programs that the build runs, such as protoc, are those of the machine.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
file(REAL_PATH ../build/sysroot/arm64/root CMAKE_SYSROOT BASE_DIRECTORY ${CMAKE_CURRENT_LIST_DIR})
if(NOT EXISTS ${CMAKE_SYSROOT})
  message(FATAL_ERROR "${CMAKE_SYSROOT} is missing; `./dev image --arch=arm64` makes it")
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})

# The cross compiler comes with its own copies of these; the SBOM names the packages of arm64.
set(gcc_flags -B${CMAKE_SYSROOT}/usr/lib/gcc/aarch64-linux-gnu/12)
set(CMAKE_C_FLAGS_INIT ${gcc_flags})
set(CMAKE_CXX_FLAGS_INIT
    "${gcc_flags} -nostdinc++ -isystem ${CMAKE_SYSROOT}/usr/include/c++/12 -isystem ${CMAKE_SYSROOT}/usr/include/aarch64-linux-gnu/c++/12")
