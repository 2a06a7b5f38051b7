#include "server/process/logging.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace cpsizer::server {
namespace {

constexpr int kOff = static_cast<int>(LogLevel::kError) + 1;

// Passes each complete line to a function, one line at a time.
class FunctionSink : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit FunctionSink(std::function<void(absl::string_view)> write) : write_(std::move(write)) {}

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    write_(absl::string_view(message.payload.data(), message.payload.size()));
  }
  void flush_() override {}

 private:
  const std::function<void(absl::string_view)> write_;
};

std::atomic<int> g_level{kOff};
spdlog::logger* g_logger = nullptr;
LogFormat g_format = LogFormat::kJson;

void Start(const LogOptions& options, std::shared_ptr<spdlog::sinks::sink> sink) {
  // A logger is never destroyed, not even when it is replaced, because threads of gRPC may log until the process ends.
  static auto& loggers = *new std::vector<std::unique_ptr<spdlog::logger>>;
  sink->set_pattern("%v");
  g_level.store(kOff);
  g_logger = loggers.emplace_back(std::make_unique<spdlog::logger>("cpsizer", std::move(sink))).get();
  g_format = options.format;
  g_level.store(static_cast<int>(options.level));
}

}  // namespace

void StartLogging(const LogOptions& options) {
  Start(options, std::make_shared<spdlog::sinks::stderr_sink_mt>());
}

void StartLogging(const LogOptions& options, std::function<void(absl::string_view line)> write) {
  Start(options, std::make_shared<FunctionSink>(std::move(write)));
}

bool LogEnabled(LogLevel level) {
  return static_cast<int>(level) >= g_level.load(std::memory_order_relaxed);
}

void Log(LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
  if (!LogEnabled(level)) return;
  const std::string line = FormatLogLine(g_format, absl::Now(), level, message, fields);
  g_logger->log(spdlog::level::critical, spdlog::string_view_t(line.data(), line.size()));
}

void Log(TokenBucket& rate, LogLevel level, absl::string_view message, absl::Span<const LogField> fields) {
  if (!LogEnabled(level)) return;
  const absl::optional<int64_t> held_back = rate.Take(absl::Now());
  if (!held_back.has_value()) return;
  if (*held_back == 0) return Log(level, message, fields);
  const std::string count = absl::StrCat(*held_back);
  std::vector<LogField> all(fields.begin(), fields.end());
  all.push_back({"suppressed", count});
  Log(level, message, all);
}

}  // namespace cpsizer::server
