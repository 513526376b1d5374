"""Checks the TLS certificate and key of the server before it starts."""

from datetime import datetime
from pathlib import Path
from typing import Any, Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from pitboss.dates import written_utc
from pitboss.server.settings import ServerSettings, SettingsError

_SPKI: Final[Any] = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def verify_certificate(settings: ServerSettings, now: datetime) -> None:
    """Refuse a certificate that browsers would reject, or that does not belong to the key.

    >>> verify_certificate(ServerSettings(), datetime(2026, 11, 15))
    >>> verify_certificate(ServerSettings(tls_cert="none.pem"), datetime(2026, 11, 15))
    Traceback (most recent call last):
    pitboss.server.settings.SettingsError: tls_cert: none.pem cannot be read: No such file or directory
    """
    if not settings.is_tls:
        return
    if not settings.tls_cert:
        raise SettingsError(f"tls_key: {settings.tls_key} is the key of a certificate: name that with --tls-cert")
    certificate = _read_certificate(settings.tls_cert)
    _verify_in_force(certificate, settings.tls_cert, now)
    own = _read_public_key(settings.tls_key or settings.tls_cert)
    if certificate.public_key().public_bytes(*_SPKI) != own:
        raise SettingsError(
            f"tls_key: {settings.tls_key or settings.tls_cert} is not the key of the certificate {settings.tls_cert}: "
            "name the one that it was made with"
        )


def _read(name: str, setting: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise SettingsError(f"{setting}: {name} cannot be read: {error.strerror}") from None


def _read_certificate(name: str) -> x509.Certificate:
    """The first certificate of a file is the server's own; the chain that signed it follows."""
    try:
        return x509.load_pem_x509_certificates(_read(name, "tls_cert"))[0]
    except ValueError:
        raise SettingsError(f"tls_cert: there is no certificate in {name}: it must be in PEM form") from None


def _verify_in_force(certificate: x509.Certificate, name: str, now: datetime) -> None:
    first, last = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if now < first:
        raise SettingsError(f"tls_cert: the certificate {name} is not in force before {written_utc(first)}")
    if now > last:
        raise SettingsError(f"tls_cert: the certificate {name} expired at {written_utc(last)}: renew it")


def _read_public_key(name: str) -> bytes:
    content = _read(name, "tls_key")
    try:
        return load_pem_private_key(content, password=None).public_key().public_bytes(*_SPKI)
    except TypeError:
        raise SettingsError(f"tls_key: the key {name} is locked with a password: name one that is not") from None
    except (ValueError, UnsupportedAlgorithm):
        raise SettingsError(f"tls_key: there is no private key in {name}: it must be in PEM form") from None
