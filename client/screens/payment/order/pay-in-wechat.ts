type Params = Readonly<Record<string, string>>;
type Bridge = { invoke(name: string, params: Params, done: (result: { err_msg?: string }) => void): void };

const FAILED = 'get_brand_wcpay_request:fail';
/** WeChat adds its script right after the page has loaded. */
const SCRIPT_LIMIT_MS = 10_000;

/**
 * Opens the payment window of WeChat's browser and resolves when it is closed. The server knows whether the order was paid,
 * so only a failure to open the window is returned, as a message. Opens nothing once `isLeft`.
 */
export async function payInWechat(params: Params, isLeft: () => boolean): Promise<string | null> {
  const bridge = findBridge() ?? (await waitForBridge());
  if (isLeft()) return null;
  if (!bridge) return '微信的支付没有准备好，请再试一次。';
  const { err_msg } = await new Promise<{ err_msg?: string }>((resolve) => {
    bridge.invoke('getBrandWCPayRequest', params, resolve);
  });
  return err_msg?.startsWith(FAILED) ? '微信没有打开付款，请再试一次。' : null;
}

/** The object of WeChat's script, or undefined if it does not come in time. */
function waitForBridge(): Promise<Bridge | undefined> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      document.removeEventListener('WeixinJSBridgeReady', finish);
      resolve(findBridge());
    };
    const timer = setTimeout(finish, SCRIPT_LIMIT_MS);
    document.addEventListener('WeixinJSBridgeReady', finish);
  });
}

function findBridge(): Bridge | undefined {
  // WeChat defines this object, so its type is not checked.
  return Reflect.get(window, 'WeixinJSBridge') as Bridge | undefined;
}
