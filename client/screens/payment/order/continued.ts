let continued: string | null = null;

/** The reader has tapped 继续 for an unpaid order on another screen: its screen opens the payment without a second tap. */
export function continuePayment(orderId: string) {
  continued = orderId;
}

/** Whether the last tap was 继续 for this order. True only once: a reload and the way back from the channel's page open nothing. */
export function takeContinued(orderId: string): boolean {
  const isContinued = continued === orderId;
  continued = null;
  return isContinued;
}
