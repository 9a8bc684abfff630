#pragma once

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

/** The whole test framework: named cases that register themselves, and three checks that count and report. */
namespace mechtrial_test {

struct Case {
  std::string name;
  std::function<void()> body;
};
std::vector<Case>& cases();
void fail(const char* file, int line, const std::string& what);

struct Registration {
  Registration(const char* name, std::function<void()> body) { cases().push_back({name, std::move(body)}); }
};

}  // namespace mechtrial_test

#define TEST(identifier)                                                            \
  static void identifier();                                                         \
  static const mechtrial_test::Registration identifier##_case(#identifier, identifier); \
  static void identifier()

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) mechtrial_test::fail(__FILE__, __LINE__, #condition);   \
  } while (false)

#define CHECK_NEAR(actual, expected, tolerance)                                                              \
  do {                                                                                                       \
    const double actual_ = (actual), expected_ = (expected);                                                 \
    if (!(std::fabs(actual_ - expected_) <= (tolerance))) {                                                  \
      mechtrial_test::fail(__FILE__, __LINE__,                                                               \
                           std::string(#actual) + " is " + std::to_string(actual_) + ", expected " +         \
                               std::to_string(expected_) + " ± " + std::to_string(tolerance));               \
    }                                                                                                        \
  } while (false)
