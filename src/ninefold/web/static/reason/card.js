// The card with the step on the board: its name, the sentence, the notation, and the legend.

import { byId, sentence } from "../common/dom.js";
import { showLegend } from "../common/step.js";

/** @param {import("../common/step.js").Step | null} step @param {boolean} letters */
export function showCard(step, letters) {
  const card = byId("step");
  card.hidden = !step;
  byId("key").hidden = !step;
  showLegend(byId("legend"), step, letters);
  if (!step || card.dataset.step === step.notation) return;
  card.dataset.step = step.notation; // the card is announced when it changes, so it is not set again
  byId("name").textContent = step.name;
  byId("why").replaceChildren(...sentence(step.text));
  byId("notation").textContent = step.eureka || step.notation;
  byId("assumes").hidden = !step.assumes_unique;
  byId("learn").href = `/learn/${step.technique}`;
  byId("learn").setAttribute("aria-label", `Learn it: ${step.name}`);
  const why = byId("why");
  if (why.scrollHeight > why.clientHeight + 1) why.tabIndex = 0; // so that the keyboard can scroll it
  else why.removeAttribute("tabindex");
}
