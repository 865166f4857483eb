declare module 'subset-font' {
  /** @param text what the font has to show; undefined with `keepAllGlyphs` */
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: {
      readonly targetFormat: 'woff2';
      readonly keepAllGlyphs: true;
      readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    },
  ): Promise<Buffer>;
}
