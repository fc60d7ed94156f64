package com.reactive.platform.gateway.security;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * Callers by the certificate that they showed in the TLS handshake, which verified it. Names are
 * read once per certificate; strangers cannot fill the memory with them, since all are verified.
 * Thread-safe.
 */
final class ClientCertificates {
  private static final Authenticator.Verdict EXPIRED =
      Authenticator.Verdict.refused("the client certificate has expired");
  private static final int DNS = 2;
  private static final int URI = 6;
  private static final int MAX_KNOWN = 4_096;

  private record Known(long notAfterMillis, Authenticator.Verdict verdict) {}

  private final Set<String> streams;
  private final LongSupplier epochMillis;
  private final ConcurrentHashMap<X509Certificate, Known> known = new ConcurrentHashMap<>();

  ClientCertificates(Set<String> streams, LongSupplier epochMillis) {
    this.streams = Set.copyOf(streams);
    this.epochMillis = epochMillis;
  }

  Authenticator.Verdict verdict(X509Certificate certificate) {
    Known found = known.get(certificate);
    if (found == null) {
      found = read(certificate);
      if (known.size() >= MAX_KNOWN) {
        known.clear(); // Those that are in use come back.
      }
      known.put(certificate, found);
    }
    // The handshake may have been long ago.
    return epochMillis.getAsLong() > found.notAfterMillis ? EXPIRED : found.verdict;
  }

  private Known read(X509Certificate certificate) {
    String name = name(certificate);
    return new Known(
        certificate.getNotAfter().toInstant().toEpochMilli(),
        name == null
            ? Authenticator.Verdict.refused("the client certificate names nobody")
            : Authenticator.Verdict.of(new Caller(name, streams)));
  }

  /** The first URI among the alternative names, else the first DNS name, else the CN; or null. */
  static String name(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      for (int type : new int[] {URI, DNS}) {
        for (List<?> name : names == null ? List.<List<?>>of() : names) {
          if (name.get(0).equals(type) && !name.get(1).toString().isEmpty()) {
            return name.get(1).toString();
          }
        }
      }
      for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
        if (part.getType().equalsIgnoreCase("CN") && part.getValue() instanceof String name) {
          return name;
        }
      }
      return null;
    } catch (CertificateParsingException | InvalidNameException e) {
      return null;
    }
  }
}
