"""Runs the real programs of a comparison on ports of 127.0.0.1, such as kube-apiserver and etcd."""

import http.client
import json
import socket
import ssl
import subprocess
import threading
import time

MERGE_PATCH = "application/merge-patch+json"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(condition, seconds, what):
    """Waits until `condition` returns a true value, and returns this value. Ignores errors of connections."""
    deadline = time.monotonic() + seconds
    while True:
        error = None
        try:
            value = condition()
            if value:
                return value
        except (OSError, http.client.HTTPException, ApiError) as caught:
            error = caught
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: {error or 'timeout'}")
        time.sleep(0.2)


class Programs:
    """Processes with a log file each. All of them end with stop_all()."""

    def __init__(self, folder):
        self.folder = folder
        self.running = {}

    def start(self, name, command):
        with open(self.folder / f"{name}.log", "a") as log:
            # The kernel kills the process when this program ends.
            tied = ["setpriv", "--pdeathsig", "KILL", *map(str, command)]
            self.running[name] = subprocess.Popen(tied, stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def stop(self, name):
        process = self.running.pop(name)
        process.kill()
        process.wait()

    def stop_all(self):
        for name in reversed(list(self.running)):
            self.stop(name)

    def log(self, name):
        return (self.folder / f"{name}.log").read_text()


class Authority:
    """Issues certificates with the command openssl."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.certificate, self.key = folder / f"{name}.crt", folder / f"{name}.key"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", f"/CN={name}", "-keyout", self.key, "-out", self.certificate)

    def issue(self, user, groups=(), server=False):
        """Returns the paths of a certificate and its key."""
        stem = self.folder / f"{self.name}-{user.replace(':', '-').replace('/', '-')}"
        key, request, certificate = (stem.with_suffix(end) for end in (".key", ".csr", ".crt"))
        subject = "".join(f"/O={group}" for group in groups) + f"/CN={user}"
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", subject,
                "-keyout", key, "-out", request)
        names = stem.with_suffix(".ext")
        names.write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n" if server else "extendedKeyUsage=clientAuth\n")
        openssl("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self.key, "-CAcreateserial",
                "-days", "2", "-extfile", names, "-out", certificate)
        return certificate, key


def openssl(*arguments):
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


class ApiError(Exception):
    def __init__(self, code, text):
        super().__init__(f"{code}: {text}")
        self.code = code


class Api:
    """A client of one API server. Each thread has its own connection."""

    def __init__(self, port, authority, certificate, key):
        self.port = port
        self.context = ssl.create_default_context(cafile=str(authority))
        self.context.load_cert_chain(str(certificate), str(key))
        self.local = threading.local()

    def call(self, method, path, body=None, content_type="application/json"):
        for attempt in (1, 2):
            connection = getattr(self.local, "connection", None)
            if connection is None:
                connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=self.context, timeout=60)
                self.local.connection = connection
            try:
                headers = {"Content-Type": content_type, "Accept": "application/json"}
                connection.request(method, path, None if body is None else json.dumps(body), headers)
                response = connection.getresponse()
                text = response.read().decode()
                break
            except (OSError, http.client.HTTPException):
                connection.close()
                self.local.connection = None
                if attempt == 2:
                    raise
        if response.status >= 400:
            raise ApiError(response.status, text)
        return json.loads(text) if text.startswith("{") else text

    def get(self, path):
        return self.call("GET", path)

    def create(self, path, body):
        return self.call("POST", path, body)

    def patch(self, path, body):
        return self.call("PATCH", path, body, MERGE_PATCH)

    def delete(self, path):
        return self.call("DELETE", path)


class Cluster:
    """One kube-apiserver. Several clusters share etcd, the authorities, and the programs that serve metrics."""

    def __init__(self, name, programs, tools, authority, front, etcd_port, gate):
        self.name, self.programs, self.authority = name, programs, authority
        self.port = free_port()
        folder = programs.folder
        serving, serving_key = authority.issue(f"server-{name}", server=True)
        proxy, proxy_key = front.issue("front-proxy")
        accounts = folder / "accounts.key"
        if not accounts.exists():
            openssl("genrsa", "-out", accounts, "2048")
        command = [
            tools / "kube-apiserver", f"--etcd-servers=http://127.0.0.1:{etcd_port}", f"--etcd-prefix=/{name}",
            "--bind-address=127.0.0.1", f"--secure-port={self.port}", f"--tls-cert-file={serving}",
            f"--tls-private-key-file={serving_key}", f"--client-ca-file={authority.certificate}",
            f"--requestheader-client-ca-file={front.certificate}", "--requestheader-allowed-names=front-proxy",
            "--requestheader-username-headers=X-Remote-User", "--requestheader-group-headers=X-Remote-Group",
            "--requestheader-extra-headers-prefix=X-Remote-Extra-", f"--proxy-client-cert-file={proxy}",
            f"--proxy-client-key-file={proxy_key}", "--service-account-issuer=https://localhost",
            f"--service-account-key-file={accounts}", f"--service-account-signing-key-file={accounts}",
            "--service-cluster-ip-range=10.0.0.0/24", "--authorization-mode=RBAC",
            "--disable-admission-plugins=ServiceAccount", f"--feature-gates=HPAScaleToZero={gate}",
            f"--cert-dir={folder}",
        ]
        programs.start(f"kube-apiserver-{name}", command)
        self.admin = Api(self.port, authority.certificate, *authority.issue("admin", ["system:masters"]))

    def wait(self):
        wait_for(lambda: self.admin.get("/readyz") == "ok", 300, f"API server {self.name}")

    def kubeconfig(self, user, groups):
        certificate, key = self.authority.issue(user, groups)
        entry = {"server": f"https://127.0.0.1:{self.port}", "certificate-authority": str(self.authority.certificate)}
        config = {
            "apiVersion": "v1", "kind": "Config", "current-context": "c",
            "clusters": [{"name": "c", "cluster": entry}],
            "users": [{"name": "c", "user": {"client-certificate": str(certificate), "client-key": str(key)}}],
            "contexts": [{"name": "c", "context": {"cluster": "c", "user": "c"}}],
        }
        path = self.programs.folder / f"{self.name}-{user.replace(':', '-')}.kubeconfig"
        path.write_text(json.dumps(config))
        return path

    def apply(self, path):
        config = self.kubeconfig("admin", ["system:masters"])
        subprocess.run(["kubectl", "--kubeconfig", config, "apply", "-f", path], check=True, capture_output=True)

    def serve_apis(self, ports):
        """Lets the API server forward metrics APIs, such as {("metrics.k8s.io", "v1beta1"): 4443}."""
        self.admin.create("/api/v1/namespaces", {"metadata": {"name": "metrics"}})
        # A Service of type ExternalName directs the aggregator of the API server to this machine.
        self.admin.create("/api/v1/namespaces/metrics/services",
                          {"metadata": {"name": "metrics"}, "spec": {"type": "ExternalName", "externalName": "localhost"}})
        for (group, version), port in ports.items():
            spec = {"group": group, "version": version, "groupPriorityMinimum": 100,
                    "versionPriority": 100 if version == "v1beta1" else 200, "insecureSkipTLSVerify": True,
                    "service": {"name": "metrics", "namespace": "metrics", "port": port}}
            self.admin.create("/apis/apiregistration.k8s.io/v1/apiservices",
                              {"metadata": {"name": f"{version}.{group}"}, "spec": spec})

    def wait_for_apis(self, ports):
        for group, version in ports:
            wait_for(lambda: self.admin.get(f"/apis/{group}/{version}"), 120, f"{version}.{group} of {self.name}")
