/** Shown wherever the sandbox is used, so that readers don't take it for a real payment. */
export function SandboxNote() {
  return (
    <p
      role="note"
      className="shrink-0 rounded-lg bg-warm/12 px-3 py-2 text-center text-sm font-medium text-warm low:content-center"
    >
      沙箱支付：不会真的扣钱
    </p>
  );
}
