// What the glyphs (signs) of a page stand for if the stored text of their fonts is not trusted.

/** Appended to the name of a font whose text is derived from its outlines, and thus in drawing order. */
export const spelledMark = ' (outlines)';

export const isSpelled = (font: string): boolean => font.endsWith(spelledMark);

/** Stands for an unknown glyph. */
export const unknownSign = '\ufffd';

/** What a page's signs stand for. */
export interface Signs {
  /** Undefined where the text is to be taken as it is stored. */
  textOf(
    object: number,
    letter: number,
    x: number,
    y: number,
  ): { text: string; isKnown: boolean } | undefined;
}
