"""Certificates for tests: made here, for this machine, vouched for by themselves."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID


def write_pair(folder, name="room", *, days=(-1, 30), password=None):
    """A certificate of 127.0.0.1 in force between two days from now, and its key: their files."""
    key = generate_private_key(SECP256R1())
    now = datetime.now(UTC)
    first, last = (now + timedelta(days=day) for day in days)
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a card room in a test")])
    names = [x509.IPAddress(ip_address("127.0.0.1")), x509.DNSName("localhost")]
    certificate = (
        x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number(), first, last)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    locked = NoEncryption() if password is None else BestAvailableEncryption(password)
    files = folder / f"{name}.pem", folder / f"{name}.key.pem"
    files[0].write_bytes(certificate.public_bytes(Encoding.PEM))
    files[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, locked))
    return files
