declare module 'gltf-validator' {
  /** Report of the Khronos glTF validator, as far as tests read it. */
  export interface ValidationReport {
    readonly issues: { readonly messages: readonly { readonly code: string; readonly message: string }[] };
    readonly info: Readonly<Record<string, unknown>>;
  }
  export function validateBytes(bytes: Uint8Array): Promise<ValidationReport>;
}
