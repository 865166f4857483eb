export const isBijoyFont = (font: string) => /mj(?:$|[-,. ])/i.test(font) && !/omj/i.test(font);
export const fromBijoy = (text: string) => text;
