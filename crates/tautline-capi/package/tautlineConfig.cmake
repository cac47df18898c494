# The target tautline::tautline is the shared library, tautline::static the static one.
get_filename_component(_tautline_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

function(_tautline_library target kind)
  find_library(_tautline_file NAMES ${ARGN} PATHS "${_tautline_prefix}/lib" NO_DEFAULT_PATH NO_CACHE)
  if(_tautline_file AND NOT TARGET ${target})
    add_library(${target} ${kind} IMPORTED)
    set_target_properties(${target} PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${_tautline_prefix}/include"
      IMPORTED_NO_SONAME TRUE
      IMPORTED_LOCATION "${_tautline_file}")
  endif()
endfunction()

find_package(Threads QUIET)
_tautline_library(tautline::tautline SHARED libtautline_c.so libtautline_c.dylib)
_tautline_library(tautline::static STATIC libtautline_c.a)
if(TARGET tautline::static)
  target_link_libraries(tautline::static INTERFACE Threads::Threads ${CMAKE_DL_LIBS} m)
endif()
set(tautline_FOUND TRUE)
