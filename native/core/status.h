#pragma once

namespace mechtrial {

/** What a core call came to. The addon turns everything but `ok` into one NativeError. */
enum class Status : int {
  ok = 0,
  empty_mesh,
  not_finite,
  coordinate_out_of_range,
  index_out_of_range,
  too_many_triangles,
  all_degenerate,
  bad_argument,
  cancelled,
  out_of_memory,
  unsupported,
};

/** Stable snake_case code of a status, for error records. */
inline const char* status_code(Status status) {
  switch (status) {
    case Status::ok: return "ok";
    case Status::empty_mesh: return "empty_mesh";
    case Status::not_finite: return "not_finite";
    case Status::coordinate_out_of_range: return "coordinate_out_of_range";
    case Status::index_out_of_range: return "index_out_of_range";
    case Status::too_many_triangles: return "too_many_triangles";
    case Status::all_degenerate: return "all_degenerate";
    case Status::bad_argument: return "bad_argument";
    case Status::cancelled: return "cancelled";
    case Status::out_of_memory: return "out_of_memory";
    case Status::unsupported: return "unsupported";
  }
  return "unknown";
}

}  // namespace mechtrial
