import { answerTasks } from "../../../../runtime/threads/answer-tasks.ts";
import { performPlan } from "./perform-plan.ts";

answerTasks(performPlan);
