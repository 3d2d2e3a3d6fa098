type Params = Readonly<Record<string, string>>;
type Bridge = { invoke(name: string, params: Params, done: (result: { err_msg?: string }) => void): void };

const FAILED = 'get_brand_wcpay_request:fail';

/**
 * Opens the payment of WeChat's browser, which brings a script of its own; ends when it is closed. What became of it is asked
 * of our server: only that nothing could be paid is told.
 */
export async function payInWechat(params: Params): Promise<string | null> {
  const found = bridge() ?? (await bridgeToCome());
  const { err_msg } = await new Promise<{ err_msg?: string }>((resolve) => {
    found.invoke('getBrandWCPayRequest', params, resolve);
  });
  return err_msg?.startsWith(FAILED) ? '微信没有打开付款，请再试一次。' : null;
}

function bridgeToCome(): Promise<Bridge> {
  return new Promise((resolve) => {
    const come = () => {
      const found = bridge();
      if (found) resolve(found);
    };
    document.addEventListener('WeixinJSBridgeReady', come, { once: true });
  });
}

function bridge(): Bridge | undefined {
  // The edge of the typed world: the object is WeChat's.
  return Reflect.get(window, 'WeixinJSBridge') as Bridge | undefined;
}
