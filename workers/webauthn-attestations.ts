// Replaces what `@simplewebauthn/server` has for attestations with certificates (`vite.alias.ts`): we do not ask for them and refuse
// them (`webauthn-asn1.ts`), and their formats and root certificates are a third of the library.

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

/** The FIDO Alliance's list of authenticators, which the library asks about a certificate's. */
export const MetadataService = { getStatement: refuse };

/** Root certificates are read as the library starts. */
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
