/** Said wherever the sandbox is in use, so that nobody takes it for a payment. */
export function SandboxNote() {
  return (
    <p role="note" className="shrink-0 rounded-lg bg-sunken px-3 py-2 text-sm font-medium text-danger">
      沙箱支付：不会真的扣钱
    </p>
  );
}
