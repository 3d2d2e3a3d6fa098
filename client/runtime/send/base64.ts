/** Faster than a loop, but missing in the oldest supported browsers. */
type Native = { toBase64?: (this: Uint8Array) => string };
type NativeConstructor = { fromBase64?: (text: string) => Uint8Array };

// In steps, because the spread of a long array overflows the stack.
const STEP = 0x8000;

export function toBase64(bytes: Uint8Array & Native): string {
  if (bytes.toBase64) return bytes.toBase64();
  let binary = '';
  for (let at = 0; at < bytes.length; at += STEP) binary += String.fromCharCode(...bytes.subarray(at, at + STEP));
  return btoa(binary);
}

/** Throws if the text is no base64. */
export function fromBase64(text: string): Uint8Array {
  const { fromBase64: native } = Uint8Array as NativeConstructor;
  if (native) return native.call(Uint8Array, text);
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
