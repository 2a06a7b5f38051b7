# If CPSIZER_UNITY is on, compiles the sources of a target in batches of `batch` sources, because most of the compile
# time is for headers that the sources share. Presets without CPSIZER_UNITY check that each source compiles alone.
function(cpsizer_unity target batch)
  if(CPSIZER_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  endif()
endfunction()

# A room of the product as a static library:
#
#   cpsizer_room(NAME [PLAIN] SOURCES file.cc ... [PUBLIC library ...] [PRIVATE library ...])
#
# makes the target cpsizer_NAME with the alias cpsizer::NAME. Headers are included by their path from the top folder. A
# PLAIN room has no precompiled headers, because it must not depend on the messages, or because it has its own flags.
function(cpsizer_room name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PLAIN" "" "SOURCES;PUBLIC;PRIVATE")
  # The targets of Abseil would add shared libraries to the portable programs.
  if("${arg_PUBLIC};${arg_PRIVATE}" MATCHES "absl::")
    message(FATAL_ERROR "room ${name}: link cpsizer::protobuf, which has Abseil, instead of a target of Abseil")
  endif()
  add_library(cpsizer_${name} STATIC ${arg_SOURCES})
  add_library(cpsizer::${name} ALIAS cpsizer_${name})
  target_include_directories(cpsizer_${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(cpsizer_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} cpsizer::warnings)
  cpsizer_unity(cpsizer_${name} 12)
  if(CPSIZER_PRECOMPILE AND NOT arg_PLAIN)
    target_precompile_headers(cpsizer_${name} REUSE_FROM cpsizer_precompiled)
  endif()
endfunction()
