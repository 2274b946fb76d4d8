import { startCopying, startPlainCopies } from "@/components/payers/pay/script/copying";
import { startCountdown } from "@/components/payers/pay/script/countdown";
import { startFollowing } from "@/components/payers/pay/script/following";
import { startForms } from "@/components/payers/pay/script/forms";
import { startFraming } from "@/components/payers/pay/script/framing";
import { showLocalTimes } from "@/components/payers/pay/script/local-times";
import { startWalletButton } from "@/components/payers/pay/script/wallet-button";

/**
 * What the page gains with scripts: copy buttons, a countdown, times in the reader’s own zone,
 * updates without reloading. Everything else works without it. Built into `generated-assets.ts`; it
 * contains no URL and no sentence, both come with the markup.
 */
document.documentElement.classList.add("js");
startCopying();
startPlainCopies();
startForms();
startCountdown();
showLocalTimes();
startFollowing();
startFraming();
startWalletButton();
