/** Shown wherever the sandbox is used, so that readers don't take it for a real payment. */
export function SandboxNote() {
  return (
    <p role="note" className="shrink-0 rounded-lg bg-sunken px-3 py-2 text-sm font-medium text-danger">
      沙箱支付：不会真的扣钱
    </p>
  );
}
