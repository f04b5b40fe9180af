// Replaces what `@simplewebauthn/server` has for attestations with certificates (`vite.alias.ts`): we do not request them
// and refuse them (`webauthn-asn1.ts`), and their formats and root certificates are a third of the library.

function refuse(): never {
  throw new Error('Attestations with certificates are not supported.');
}

export {
  refuse as verifyAttestationAndroidKey,
  refuse as verifyAttestationAndroidSafetyNet,
  refuse as verifyAttestationApple,
  refuse as verifyAttestationFIDOU2F,
  refuse as verifyAttestationTPM,
  refuse as verifyAttestationWithMetadata,
  refuse as validateCertificatePath,
};

/** The FIDO Alliance's list of authenticators, in which the library looks up a certificate's authenticator. */
export const MetadataService = { getStatement: refuse };

/** The library reads root certificates when it starts. */
const none = '';

export {
  none as Apple_WebAuthn_Root_CA,
  none as GlobalSign_Root_CA,
  none as GlobalSign_Root_CA_R3,
  none as GlobalSign_Root_R46,
  none as Google_Hardware_Attestation_Root_1,
  none as Google_Hardware_Attestation_Root_2,
  none as Google_Hardware_Attestation_Root_3,
  none as Google_Hardware_Attestation_Root_4,
};
