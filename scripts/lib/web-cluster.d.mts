export function webProcesses(
  settings?: { readonly WEB_PROCESSES?: string; readonly SANDBOX?: string },
  cores?: number,
): number;
export function runCluster(
  count: number,
  onReady: () => void,
  limits?: { readonly listenMsMax?: number; readonly retireMsMax?: number },
): void;
