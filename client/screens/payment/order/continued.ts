let continued: string | null = null;

/** The reader has tapped 继续 for an unpaid order on another screen: its screen opens the payment without a second tap. */
export function continuePayment(orderId: string) {
  continued = orderId;
}

/** Whether that was the last tap, once. A reload, or the way back from the channel's page, opens nothing by itself. */
export function takeContinued(orderId: string): boolean {
  const isContinued = continued === orderId;
  continued = null;
  return isContinued;
}
