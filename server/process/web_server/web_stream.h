#ifndef CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_STREAM_H_
#define CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_STREAM_H_

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <functional>
#include <memory>

namespace cpsizer::server {

class CertificateNames;

// The bytes of one connection, over TCP or over TLS (tls_streams.h). At most one read and one write may be pending. A
// pending operation ends with an error after Close(). The buffers must stay valid until the operation has ended. Not
// thread-safe.
class WebStream {
 public:
  using Done = std::function<void(const boost::system::error_code& error, size_t bytes)>;

  virtual ~WebStream() = default;

  virtual void Handshake(Done done) = 0;
  // Reads at least one byte. An end of the connection is an error.
  virtual void Read(boost::asio::mutable_buffer buffer, Done done) = 0;
  // Writes all bytes.
  virtual void Write(boost::asio::const_buffer buffer, Done done) = 0;
  // Notifies the client that no more bytes will be sent.
  virtual void EndWriting(Done done) = 0;
  // Reads bytes that are dropped. Needed after EndWriting(), because TLS does not read then.
  virtual void Drop(boost::asio::mutable_buffer buffer, Done done) = 0;
  virtual void Close() = 0;
  // Returns whether bytes have arrived that were not read.
  virtual bool HasBytes() = 0;
  // Returns the names of the certificate that the client has presented. Null if it has presented none.
  virtual std::shared_ptr<const CertificateNames> client() = 0;
};

// Owns `fd`, a connected socket.
std::unique_ptr<WebStream> MakePlainStream(boost::asio::io_context& io, int fd);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_WEB_SERVER_WEB_STREAM_H_
