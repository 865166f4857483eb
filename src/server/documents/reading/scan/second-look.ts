import type { Row } from '../labelled-rows.ts';
import type { Grey } from './raster.ts';
export async function mendRows(_rows: Row[], _grey: Grey, _dpi: number, _paper: number): Promise<void> {}
