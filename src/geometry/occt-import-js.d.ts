declare module 'occt-import-js' {
  export interface OcctMesh {
    readonly name: string;
    readonly attributes: {
      readonly position: { readonly array: readonly number[] };
      readonly normal?: { readonly array: readonly number[] };
    };
    readonly index: { readonly array: readonly number[] };
    /** Ranges of triangles, both ends included. */
    readonly brep_faces?: readonly { readonly first: number; readonly last: number }[];
  }

  export interface OcctNode {
    readonly name: string;
    readonly meshes: readonly number[];
    readonly children: readonly OcctNode[];
  }

  export interface OcctResult {
    readonly success: boolean;
    readonly root?: OcctNode;
    readonly meshes?: readonly OcctMesh[];
  }

  export interface OcctImporter {
    ReadStepFile(
      content: Uint8Array,
      parameters: {
        readonly linearUnit: 'millimeter' | 'centimeter' | 'meter' | 'inch' | 'foot';
        readonly linearDeflectionType: 'bounding_box_ratio' | 'absolute_value';
        readonly linearDeflection: number;
        readonly angularDeflection: number;
      },
    ): OcctResult;
  }

  export default function occtImportJs(options?: {
    readonly print?: (line: string) => void;
    readonly printErr?: (line: string) => void;
  }): Promise<OcctImporter>;
}
