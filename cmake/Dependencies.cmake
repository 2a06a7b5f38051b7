# The libraries that are linked, all from the distribution:
#   cpsizer::grpc      gRPC, protobuf and Abseil, shared for development, static archives for the release
#   cpsizer::protobuf  the part of cpsizer::grpc that the decision library may use
#   cpsizer::openssl   the OpenSSL library that gRPC uses
#   cpsizer::zlib      the zlib that gRPC uses
if(CPSIZER_PORTABLE)
  # Uses the archives of libcurl and prometheus-cpp that deploy/package/libraries.sh makes, not the archives of the
  # distribution.
  list(PREPEND CMAKE_PREFIX_PATH ${PROJECT_SOURCE_DIR}/build/package/libraries)
  set(CURL_USE_STATIC_LIBS ON)
  set(OPENSSL_USE_STATIC_LIBS ON)
  set(yaml_cpp_names libyaml-cpp.a)
  # Linked before the libraries of the compiler, because the libraries of the compiler call arc4random().
  add_library(cpsizer_arc4random STATIC ${PROJECT_SOURCE_DIR}/deploy/package/arc4random.c)
  add_link_options(-static-libstdc++ LINKER:--undefined=arc4random)
  link_libraries(cpsizer_arc4random)
else()
  set(yaml_cpp_names yaml-cpp)
endif()

find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)
find_package(absl REQUIRED)
find_package(gRPC REQUIRED)
find_package(CLI11 REQUIRED)
find_package(CURL REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)

add_library(cpsizer_protobuf INTERFACE)
add_library(cpsizer::protobuf ALIAS cpsizer_protobuf)
add_library(cpsizer_openssl INTERFACE)
add_library(cpsizer::openssl ALIAS cpsizer_openssl)
add_library(cpsizer_zlib INTERFACE)
add_library(cpsizer::zlib ALIAS cpsizer_zlib)
add_library(cpsizer_grpc INTERFACE)
add_library(cpsizer::grpc ALIAS cpsizer_grpc)

if(CPSIZER_STATIC_DEPS)
  # Links the archives by path and in one group. With -l, the linker would select the shared libraries in the same
  # folder.
  execute_process(COMMAND ${PKG_CONFIG_EXECUTABLE} --static --libs-only-l grpc++ protobuf
                  OUTPUT_VARIABLE static_flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(static_flags UNIX_COMMAND "${static_flags} -labsl_failure_signal_handler -labsl_random_distributions")
  list(REMOVE_DUPLICATES static_flags)
  set(archives "")
  foreach(flag IN LISTS static_flags)
    string(SUBSTRING ${flag} 2 -1 name)
    find_library(archive_${name} NAMES lib${name}.a NO_CACHE)
    if(archive_${name})
      list(APPEND archives ${archive_${name}})
    endif()
  endforeach()
  target_link_libraries(cpsizer_protobuf INTERFACE -Wl,--start-group ${archives} -Wl,--end-group Threads::Threads
                                                   ${CMAKE_DL_LIBS})
  target_link_libraries(cpsizer_grpc INTERFACE cpsizer_protobuf)
  # libssl and libcrypto are among the archives of cpsizer_grpc. The target of the OpenSSL package would add the shared
  # libraries.
  target_link_libraries(cpsizer_openssl INTERFACE cpsizer_grpc)
  target_link_libraries(cpsizer_zlib INTERFACE cpsizer_grpc)
else()
  target_link_libraries(
    cpsizer_protobuf
    INTERFACE protobuf::libprotobuf absl::status absl::statusor absl::strings absl::flat_hash_map absl::flat_hash_set
              absl::node_hash_map absl::inlined_vector absl::span absl::cord absl::time)
  target_link_libraries(cpsizer_grpc INTERFACE cpsizer_protobuf gRPC::grpc++ absl::synchronization)
  target_link_libraries(cpsizer_openssl INTERFACE OpenSSL::SSL)
  target_link_libraries(cpsizer_zlib INTERFACE ZLIB::ZLIB)
endif()

# The yaml-cpp target of Debian has no include folder. The headers are in the default path.
find_library(YAML_CPP_LIBRARY NAMES ${yaml_cpp_names} REQUIRED)
add_library(cpsizer_yaml INTERFACE)
add_library(cpsizer::yaml ALIAS cpsizer_yaml)
target_link_libraries(cpsizer_yaml INTERFACE ${YAML_CPP_LIBRARY})

# libyaml reads the files of objects, because it is several times faster than yaml-cpp. RapidJSON reads JSON files. It
# consists of headers in the default path.
if(CPSIZER_STATIC_DEPS)
  set(libyaml_names libyaml.a)
else()
  set(libyaml_names yaml)
endif()
find_library(LIBYAML_LIBRARY NAMES ${libyaml_names} REQUIRED)
find_path(RAPIDJSON_INCLUDE_DIR rapidjson/reader.h REQUIRED)
add_library(cpsizer_libyaml INTERFACE)
add_library(cpsizer::libyaml ALIAS cpsizer_libyaml)
target_link_libraries(cpsizer_libyaml INTERFACE ${LIBYAML_LIBRARY})

# Metrics: the part of prometheus-cpp without HTTP. It is a shared library, because the distribution has no static
# archive of it. It depends only on the libraries of the compiler.
find_package(prometheus-cpp REQUIRED)
add_library(cpsizer_prometheus INTERFACE)
add_library(cpsizer::prometheus ALIAS cpsizer_prometheus)
target_link_libraries(cpsizer_prometheus INTERFACE prometheus-cpp::core)

# Only the archives of deploy/package/libraries.sh are used. Its headers are those of the distribution, which has the
# same versions, so that the compiler cache knows the objects of the other presets.
if(CPSIZER_PORTABLE)
  set_target_properties(CURL::libcurl prometheus-cpp::core PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "")
endif()

# spdlog and fmt. If the other libraries are static archives, spdlog and fmt are header-only libraries, because the
# distribution has no static archives of them.
add_library(cpsizer_spdlog INTERFACE)
add_library(cpsizer::spdlog ALIAS cpsizer_spdlog)
if(CPSIZER_STATIC_DEPS)
  target_compile_definitions(cpsizer_spdlog INTERFACE SPDLOG_FMT_EXTERNAL FMT_HEADER_ONLY)
else()
  find_package(spdlog REQUIRED)
  target_link_libraries(cpsizer_spdlog INTERFACE spdlog::spdlog)
endif()
