#include "runner.h"

#include <cstring>

namespace mechtrial_test {

namespace {
int failures = 0;
}

std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

void fail(const char* file, int line, const std::string& what) {
  ++failures;
  std::printf("  %s:%d: %s\n", file, line, what.c_str());
}

}  // namespace mechtrial_test

/** Runs all cases, or those whose name contains the first argument. */
int main(int argc, char** argv) {
  int failed = 0, ran = 0;
  for (const auto& test : mechtrial_test::cases()) {
    if (argc > 1 && test.name.find(argv[1]) == std::string::npos) continue;
    const int before = mechtrial_test::failures;
    test.body();
    ++ran;
    const bool is_ok = mechtrial_test::failures == before;
    if (!is_ok) ++failed;
    std::printf("%s %s\n", is_ok ? "ok  " : "FAIL", test.name.c_str());
  }
  std::printf("%d cases, %d failed\n", ran, failed);
  return failed == 0 && ran > 0 ? 0 : 1;
}
