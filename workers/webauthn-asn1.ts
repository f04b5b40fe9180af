// Replaces `@peculiar/*` in the Worker's bundle (`vite.alias.ts`). `@simplewebauthn/server` needs ASN.1 for the signatures
// of passkeys, and for attestations with certificates, which we do not request and therefore refuse.

/** An ECDSA signature; the library passes the class to choose what is parsed. */
export class ECDSASigValue {
  readonly r: Uint8Array;
  readonly s: Uint8Array;
  constructor(r: Uint8Array, s: Uint8Array) {
    this.r = r;
    this.s = s;
  }
}

export const AsnParser = {
  /**
   * Reads the DER of an ECDSA signature on a curve of up to 256 bits (RFC 3279, 2.2.3).
   * @throws for any other `schema`.
   */
  parse(der: Uint8Array, schema: unknown): ECDSASigValue {
    if (schema !== ECDSASigValue) throw new Error('Attestations with certificates are not supported.');
    const r = readInteger(der, 2);
    const s = readInteger(der, 4 + r.length);
    // Both headers and integers fill the sequence, and the sequence fills the bytes.
    const length = 4 + r.length + s.length;
    if (der[0] !== 0x30 || der[1] !== length || der.length !== 2 + length) throw malformedError();
    return new ECDSASigValue(r, s);
  },
};

/** @returns the bytes of the positive integer at an offset, with its leading zero, if any. */
function readInteger(der: Uint8Array, at: number): Uint8Array {
  const length = der[at + 1] ?? 0;
  const bytes = der.slice(at + 2, at + 2 + length);
  const [first = 0x80, second = 0] = bytes;
  const isShortest = first < 0x80 && (first > 0 || second >= 0x80);
  if (der[at] !== 0x02 || length > 33 || bytes.length !== length || !isShortest) throw malformedError();
  return bytes;
}

function malformedError(): Error {
  return new Error('The signature is not DER.');
}

/** Everything else that the library imports; the bundler fails if a new version imports more. */
const leftOut: Record<string, undefined> = {};

export const {
  AuthorityKeyIdentifierExtension,
  BasicConstraints,
  Certificate,
  CRLDistributionPointsExtension,
  ECParameters,
  ExtendedKeyUsage,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyDescription,
  id_ce_subjectAltName,
  id_ecdsaWithSHA256,
  id_ecdsaWithSHA384,
  id_ecdsaWithSHA512,
  id_ecPublicKey,
  id_ml_dsa_44,
  id_ml_dsa_65,
  id_ml_dsa_87,
  id_rsaEncryption,
  id_secp256r1,
  id_secp384r1,
  id_sha1WithRSAEncryption,
  id_sha256WithRSAEncryption,
  id_sha384WithRSAEncryption,
  id_sha512WithRSAEncryption,
  KeyDescription,
  OctetString,
  RSAPublicKey,
  SubjectAlternativeName,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509ChainBuilder,
  X509Crl,
} = leftOut;
