// The papers page.

import { byId } from "../common/dom.js";
import { openPage } from "../common/page.js";
import { matlabGame } from "./matlab.js";
import { networkGame, shidokuGame } from "./wu.js";

openPage();
matlabGame(byId("matlab"));
shidokuGame(byId("shidoku"));
networkGame(byId("network"));
