# The toolchain file to build programs for arm64 on another machine. It uses the headers and libraries of the packages
# that deploy/image/sysroot.sh unpacks. Programs that run during the build, such as protoc, are the programs of this
# machine.
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

# Uses the libraries and headers of the arm64 packages, because the SBOM names these packages. By default, the cross
# compiler would use its own copies.
set(gcc_flags -B${CMAKE_SYSROOT}/usr/lib/gcc/aarch64-linux-gnu/12)
set(CMAKE_C_FLAGS_INIT ${gcc_flags})
set(CMAKE_CXX_FLAGS_INIT
    "${gcc_flags} -nostdinc++ -isystem ${CMAKE_SYSROOT}/usr/include/c++/12 -isystem ${CMAKE_SYSROOT}/usr/include/aarch64-linux-gnu/c++/12")
