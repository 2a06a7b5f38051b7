#ifndef CPSIZER_CLIENT_KUBE_HTTP_HTTP_TRANSFER_H_
#define CPSIZER_CLIENT_KUBE_HTTP_HTTP_TRANSFER_H_

#include <curl/curl.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/kube/http/curl_options.h"
#include "client/kube/http/http.h"

namespace cpsizer::kube {

// One request or stream of an HttpLoop: the handle of libcurl and the result. Not movable, because libcurl keeps
// pointers to members of this object.
class HttpTransfer {
 public:
  // `bytes_in_flight` is the number of bytes that all transfers of a loop hold. `bytes_in_flight` must outlive the
  // transfers.
  HttpTransfer(HttpRequest request, const HttpOptions& options, const TlsIdentity& identity, size_t& bytes_in_flight,
               bool stream);
  ~HttpTransfer();
  HttpTransfer(const HttpTransfer&) = delete;
  HttpTransfer& operator=(const HttpTransfer&) = delete;

  CURL* easy() const { return easy_; }
  // Returns FailedPrecondition if libcurl cannot send the request as required. In this case the transfer must not be
  // started.
  const absl::Status& prepared() const { return curl_.status(); }

  // Returns the bytes of a stream since the last call.
  std::string TakeStreamed() { return TakeBody(); }
  // Returns the result, after libcurl has ended the transfer with `curl_code`.
  absl::Status Result(int curl_code) const;
  // Returns the body of a response.
  std::string TakeBody();
  // Returns the length of the response or of the stream so far.
  size_t received_bytes() const { return received_bytes_; }

  HttpLoop::Id id = 0;
  HttpLoop::OnAnswer on_answer;  // set for a request
  HttpLoop::OnBytes on_bytes;    // set for a stream
  HttpLoop::OnEnd on_end;
  std::vector<HttpLoop::Id>* arrived = nullptr;  // a stream with received bytes appends its id

 private:
  static size_t TakeBytes(char* bytes, size_t size, size_t count, void* transfer);
  static size_t TakeHeader(char* bytes, size_t size, size_t count, void* transfer);

  void SetRequest(const HttpOptions& options);
  void AddHeader(const std::string& header);
  long HttpCode() const;
  std::string Server() const;
  // Returns whether bytes of the request were sent.
  bool WasSent() const;
  bool Succeeded() const;
  void ReadHeader(absl::string_view line);
  void Take(absl::string_view bytes);
  // Returns OK if the transfer can receive `bytes` more bytes. If not, returns the error.
  absl::Status CheckRoom(size_t bytes) const;

  const HttpRequest request_;
  const bool stream_;
  size_t& bytes_in_flight_;
  CURL* const easy_;
  CurlOptions curl_;
  curl_slist* headers_ = nullptr;
  curl_slist* connect_to_ = nullptr;
  std::string body_;  // for a stream: the bytes that were not yet taken
  absl::optional<absl::Duration> retry_after_;
  bool is_text_ = true;
  bool head_is_whole_ = false;
  bool has_end_ = false;  // true if the headers define the end of the body
  size_t received_bytes_ = 0;
  absl::Status refused_;  // the reason why no more bytes are received
  char problem_[CURL_ERROR_SIZE] = "";
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_HTTP_HTTP_TRANSFER_H_
