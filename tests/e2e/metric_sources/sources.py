"""The inputs of the metric sources: a target of Prometheus, and a kubelet."""

import ssl
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def serve(text, certificate=None):
    """Serves the result of `text` at each path, and returns the port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            body = text().encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*map(str, certificate))
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def labels_of(labels):
    return ",".join(f'{key}="{value}"' for key, value in labels.items())


class Exporter:
    """Series of Prometheus, in the namespace of a scene."""

    def __init__(self):
        self.series = {}

    def set(self, namespace, series):
        """`series`: a list of (name, labels, value); a value is text, such as "NaN"."""
        self.series[namespace] = series

    def text(self):
        lines = []
        for namespace, series in list(self.series.items()):
            for name, labels, value in series:
                lines.append(f"{name}{{{labels_of({'namespace': namespace, **labels})}}} {value}")
        # The exposition format requires that the series of one name stand together.
        return "\n".join(sorted(lines)) + "\n"


class Kubelet:
    """The containers of one node, as /metrics/resource of the kubelet reports them."""

    def __init__(self):
        self.containers = {}
        self.lock = threading.Lock()

    def set(self, namespace, pod, container, cores, memory):
        """Sets the usage of a container. A container without an earlier usage starts an hour ago."""
        with self.lock:
            now = time.time()
            old = self.containers.get((namespace, pod, container))
            if old:
                self.containers[namespace, pod, container] = (
                    old[0], now, old[2] + old[3] * (now - old[1]), cores, memory)
            else:
                self.containers[namespace, pod, container] = (now - 3600, now, 1000.0, cores, memory)

    def restart(self, namespace, pod, container, cores, memory):
        with self.lock:
            now = time.time()
            self.containers[namespace, pod, container] = (now, now, 0.0, cores, memory)

    def text(self):
        with self.lock:
            now = time.time()
            lines = [f"node_cpu_usage_seconds_total {now % 1e6} {int(now * 1000)}",
                     f"node_memory_working_set_bytes 1e9 {int(now * 1000)}"]
            at = int(now * 1000)
            for (namespace, pod, container), (start, since, used, cores, memory) in self.containers.items():
                labels = labels_of({"container": container, "namespace": namespace, "pod": pod})
                lines.append(f"container_cpu_usage_seconds_total{{{labels}}} {used + cores * (at / 1000 - since)} {at}")
                lines.append(f"container_memory_working_set_bytes{{{labels}}} {memory} {at}")
                lines.append(f"container_start_time_seconds{{{labels}}} {start}")
        return "\n".join(sorted(lines)) + "\n"
