// Spans, results and owners of handles for tautline.hpp, which includes this file.

#ifndef TAUTLINE_RESULT_HPP
#define TAUTLINE_RESULT_HPP

#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tautline.h"

namespace tautline {

using Status = tl_status;

/// A view of contiguous elements that somebody else owns.
template <class T> class Span {
public:
  constexpr Span() noexcept = default;
  constexpr Span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
  template <std::size_t N> constexpr Span(T (&array)[N]) noexcept : data_(array), size_(N) {}
  template <class C, class = std::enable_if_t<
                         std::is_convertible_v<decltype(std::declval<C &>().data()), T *>>>
  constexpr Span(C &container) noexcept : data_(container.data()), size_(container.size()) {}

  constexpr T *data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr T *begin() const noexcept { return data_; }
  constexpr T *end() const noexcept { return data_ + size_; }
  constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }

private:
  T *data_ = nullptr;
  std::size_t size_ = 0;
};

/// Returns the message of the last failure of this thread.
inline std::string last_message() {
  std::size_t count = 0;
  tl_last_message(nullptr, 0, &count);
  std::string text(count, '\0');
  tl_last_message(text.data(), text.size(), nullptr);
  if (!text.empty()) text.pop_back();
  return text;
}

/// A failed call: its status and its message.
struct Failure {
  Status status = TL_STATUS_OK;
  std::string text;
};

/// Success, or the failure of a call.
class [[nodiscard]] Outcome {
public:
  Outcome() = default;
  Outcome(Failure failure) : failure_(std::move(failure)) {}
  explicit operator bool() const noexcept { return failure_.status == TL_STATUS_OK; }
  Status status() const noexcept { return failure_.status; }
  const std::string &message() const noexcept { return failure_.text; }

private:
  Failure failure_;
};

/// A value, or the failure of the call that should have made it.
template <class T> class [[nodiscard]] Result : public Outcome {
public:
  Result(T value) : value_(std::move(value)) {}
  Result(Failure failure) : Outcome(std::move(failure)) {}
  T &operator*() noexcept { assert(value_); return *value_; }
  const T &operator*() const noexcept { assert(value_); return *value_; }
  T *operator->() noexcept { assert(value_); return &*value_; }
  const T *operator->() const noexcept { assert(value_); return &*value_; }

private:
  std::optional<T> value_;
};

namespace detail {

inline Failure failure(Status status) { return {status, last_message()}; }

inline Outcome done(Status status) { return status == TL_STATUS_OK ? Outcome() : Outcome(failure(status)); }

/// Takes the value by reference, so that it is read after the call that writes it.
template <class T> Result<std::decay_t<T>> made(Status status, T &&value) {
  if (status != TL_STATUS_OK) return failure(status);
  return Result<std::decay_t<T>>(std::forward<T>(value));
}

/// Makes an owner of the handle that a call writes.
template <class Own, class H, class Call> Result<Own> owned(Call call) {
  H handle{};
  Status status = call(&handle);
  return made(status, Own(handle));
}

/// Calls with an array that grows until the results fit.
template <class T, class Call> Result<std::vector<T>> all(Call call) {
  std::vector<T> results(64);
  for (;;) {
    std::size_t count = 0;
    Status status = call(results.data(), results.size(), &count);
    if (status == TL_STATUS_BUFFER_TOO_SMALL && count > results.size()) {
      results.resize(count);
      continue;
    }
    if (status != TL_STATUS_OK) return failure(status);
    results.resize(count);
    return results;
  }
}

/// The owner of a handle, which it frees.
template <class H, tl_status (*Free)(H)> class Owner {
public:
  Owner() noexcept = default;
  explicit Owner(H handle) noexcept : handle_(handle) {}
  Owner(Owner &&other) noexcept : handle_(other.release()) {}
  Owner &operator=(Owner &&other) noexcept {
    if (this != &other) {
      Free(handle_);
      handle_ = other.release();
    }
    return *this;
  }
  Owner(const Owner &) = delete;
  Owner &operator=(const Owner &) = delete;
  ~Owner() { Free(handle_); }

  /// Returns the handle, for functions of tautline.h.
  H get() const noexcept { return handle_; }
  /// Returns the handle, which the caller frees from now on.
  H release() noexcept { return std::exchange(handle_, H{0}); }

private:
  H handle_{0};
};

} // namespace detail

} // namespace tautline

#endif // TAUTLINE_RESULT_HPP
