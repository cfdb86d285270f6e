/**
 * Reads the one matrix of a safetensors file (a table of token vectors) into 32-bit floats. Every length is checked against the bytes
 * that are there: the file is a user's, and may be damaged or another. Pure; throws an Error that says what is wrong. Called by
 * open-static-model.ts.
 */
import { isJsonObject } from '../../protocol/text/json-object.ts';

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

const HEADER_BYTES = 8;

/** Half floats by their 16 bits. */
function widenHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const WIDTHS: Readonly<Record<string, number>> = { F32: 4, F16: 2 };

function widen(bytes: Uint8Array, dtype: string, count: number): Float32Array {
  // A copy of its own: the data need not begin where 32-bit numbers may.
  const own = Uint8Array.from(bytes).buffer;
  if (dtype === 'F32') return new Float32Array(own);
  const halves = Float32Array.from({ length: 1 << 16 }, (_, bits) => widenHalf(bits));
  const packed = new Uint16Array(own);
  const values = new Float32Array(count);
  for (let i = 0; i < count; i += 1) values[i] = halves[packed[i] as number] as number;
  return values;
}

function readHeader(bytes: Buffer): Readonly<Record<string, unknown>> {
  const length = bytes.length < HEADER_BYTES ? -1 : Number(bytes.readBigUInt64LE());
  if (length < 2 || length > bytes.length - HEADER_BYTES) throw new Error('it is no safetensors file');
  const header: unknown = JSON.parse(bytes.toString('utf8', HEADER_BYTES, HEADER_BYTES + length));
  if (!isJsonObject(header)) throw new Error('its header is no object');
  const { __metadata__: _metadata, ...tensors } = header;
  return tensors;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

export function readMatrix(bytes: Buffer): Matrix {
  const tensors = Object.entries(readHeader(bytes));
  const [name, tensor] = tensors[0] ?? [];
  if (tensors.length !== 1 || !isJsonObject(tensor))
    throw new Error(`expected one tensor, found ${tensors.map(([each]) => each).join(', ') || 'none'}`);
  const { dtype, shape, data_offsets: offsets } = tensor;
  const [rows, columns] = Array.isArray(shape) ? shape : [];
  const width = WIDTHS[String(dtype)];
  if (width === undefined || !isCount(rows) || !isCount(columns) || (shape as readonly unknown[]).length !== 2)
    throw new Error(`${name} must be a table of F32 or F16`);
  const size = rows * columns * width;
  const [from, to] = Array.isArray(offsets) ? offsets : [];
  const start = HEADER_BYTES + Number(bytes.readBigUInt64LE());
  if (!Number.isSafeInteger(from) || from < 0 || to - from !== size || start + to > bytes.length)
    throw new Error(`${name} is cut`);
  return { rows, columns, values: widen(bytes.subarray(start + from, start + to), String(dtype), rows * columns) };
}
